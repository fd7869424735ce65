/** Runs in each page before its own scripts: the same watcher for the app and for the floor. */
window.watchFor = ({ selector, number }) => {
  const said = number === undefined ? null : new RegExp(`(^|\\D)${number}(\\D|$)`);
  const isThere = () =>
    [...document.querySelectorAll(selector)].some(found => said === null || said.test(found.textContent));
  window.painted = new Promise(resolve => {
    const look = () => {
      if (!isThere()) return false;
      requestAnimationFrame(() => {
        // A message that is posted in a frame arrives after that frame was painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
      return true;
    };
    if (look()) return;
    const observer = new MutationObserver(() => look() && observer.disconnect());
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
};
