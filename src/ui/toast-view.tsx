import { useEffect, useRef } from 'react';
import { cssTransition, ToastContainer, toast } from 'react-toastify/unstyled';
import { CircleAlert, CircleCheck, TriangleAlert } from './icons.ts';
import { Info, X } from './icons-of-screens.ts';
import type { Notice } from './notice.ts';
import { texts } from './texts.ts';
import './toast-view.css';

const SHOWN_MS = 7000;
const COLLAPSE_MS = 120;

const FadeInFromRight = cssTransition({
  enter: 'toast-enter',
  exit: 'toast-exit',
  collapseDuration: COLLAPSE_MS,
});

const ICONS = {
  success: <CircleCheck size={20} />,
  info: <Info size={20} />,
  warning: <TriangleAlert size={20} />,
  error: <CircleAlert size={20} />,
};

/** So many are told at most, one after the other. */
const NOTICES_MAX = 4;

/** The first of them is on the screen, as the toast `shownAs`; the others, older ones, come again when it is gone. */
const notices: Notice[] = [];
let shownAs = 0;
let hasPlace = false;

/** Shows one toast at a time, what was told last; what is told of the same thing takes the place of what was told before. */
export function showToast(notice: Notice): void {
  const isFirst = notices.length === 0;
  const at = notices.findIndex(({ about }) => about !== undefined && about === notice.about);
  if (at >= 0) notices.splice(at, 1);
  notices.unshift(notice);
  notices.splice(NOTICES_MAX);
  if (!hasPlace) return;
  if (isFirst) showFirst();
  else toast.update(shownAs, optionsOf(notice));
}

/** Takes away what is shown and what would be shown next. */
export function clearToasts(): void {
  notices.length = 0;
  toast.dismiss();
}

function showFirst(): void {
  const [notice] = notices;
  if (!notice) return;
  shownAs += 1;
  const { render, ...options } = optionsOf(notice);
  toast(render, { ...options, toastId: shownAs, onClose: goOnAfter(shownAs) });
}

/** The next one, once this toast is closed. */
function goOnAfter(id: number) {
  return () => {
    if (id !== shownAs || notices.length === 0) return;
    notices.shift();
    showFirst();
  };
}

function optionsOf({ type = 'info', title, message, action }: Notice) {
  const goOn = goOnAfter(shownAs);
  const render = ({ closeToast }: { closeToast: () => void }) => (
    <div className="toast-words">
      <p className="toast-title">{title}</p>
      <p>{message}</p>
      {action && (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            closeToast();
            goOn();
            action.onSelect();
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  );
  return { render, type, icon: ICONS[type], role: 'group', ariaLabel: `${title} ${message}` };
}

/** The toast at the top right. */
export function ToastView() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    hasPlace = true;
    showFirst();
    return () => {
      hasPlace = false;
    };
  }, []);
  useEffect(() => {
    const section = box.current?.querySelector('section');
    if (!section) return;
    // The permanent region has said it already: twice is once too often.
    section.setAttribute('aria-live', 'off');
    // Whoever reads by keyboard needs time as well as whoever hovers.
    const pause = () => toast.pause();
    const play = () => toast.play();
    section.addEventListener('focusin', pause);
    section.addEventListener('focusout', play);
    return () => {
      section.removeEventListener('focusin', pause);
      section.removeEventListener('focusout', play);
    };
  }, []);
  return (
    <div ref={box} className="no-print">
      <ToastContainer
        position="top-right"
        autoClose={SHOWN_MS}
        transition={FadeInFromRight}
        pauseOnHover
        pauseOnFocusLoss
        newestOnTop
        aria-label={texts.notifications}
        closeButton={({ closeToast }) => (
          <button type="button" className="toast-close" aria-label={texts.close} onClick={closeToast}>
            <X size={20} />
          </button>
        )}
      />
    </div>
  );
}
