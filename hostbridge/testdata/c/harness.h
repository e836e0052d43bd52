/* What the programs beside it share: files, registers, time. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t nanoseconds(void) {
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* harness reads start from the first argument, calls run twice with the registers of the others, writes the
   memory that it leaves to the second, and prints the cycles and the nanoseconds of processor time of the second run. */
static int harness(int n, char **arguments, uint8_t *start, uint8_t *memory, size_t size, uint64_t (*run)(unsigned *)) {
	unsigned registers[32];
	uint64_t cycles, took;
	FILE *in = fopen(arguments[1], "rb"), *out;
	if (!in || fread(start, 1, size, in) != size)
		return perror(arguments[1]), 1;
	for (int i = 3; i < n; i++)
		registers[i - 3] = strtoul(arguments[i], 0, 10);
	run(registers); /* builds tables, touches pages */
	took = nanoseconds();
	cycles = run(registers);
	took = nanoseconds() - took;
	out = fopen(arguments[2], "wb");
	if (!out || fwrite(memory, 1, size, out) != size || fclose(out))
		return perror(arguments[2]), 1;
	printf("%llu %llu\n", (unsigned long long)cycles, (unsigned long long)took);
	return 0;
}
