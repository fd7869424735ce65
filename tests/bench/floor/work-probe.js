// Runs in a page before its own scripts: adds up what each event costs until style and layout are done.
{
  let busy = 0;
  let longest = 0;
  let last = 0;
  let began = null;

  const look = at => {
    if (last > 0) longest = Math.max(longest, at - last);
    last = at;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);

  const begin = () => {
    if (began !== null) return;
    began = performance.now();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      // Asking for a size does the layout that the next frame would do.
      document.body.getBoundingClientRect();
      busy += performance.now() - began;
      began = null;
    };
    port2.postMessage(null);
  };
  for (const type of ['keydown', 'input', 'change', 'click', 'keyup'])
    addEventListener(type, begin, { capture: true });

  window.takeWork = () => {
    const found = { busy, longest };
    busy = 0;
    longest = 0;
    return found;
  };
}
