// The carrier of a page that searchex serve serves: one WebSocket. If the server goes away,
// the page tries again, ever more seldom.

import { t } from "./texts.js";

export const offline = false;

export function connect({ open, message, closed }) {
  let socket = null, delay = 500;
  const dial = () => {
    const url = new URL("session", location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.hash = "";
    socket = new WebSocket(url);
    socket.onopen = () => { delay = 500; open(); };
    socket.onmessage = (e) => message(e.data);
    socket.onclose = (e) => {
      socket = null;
      closed(e.reason || t("page.serverGone"));
      setTimeout(dial, delay);
      delay = Math.min(delay * 2, 15000);
    };
  };
  dial();
  return {
    send(m) {
      if (!socket || socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(m));
      return true;
    },
  };
}
