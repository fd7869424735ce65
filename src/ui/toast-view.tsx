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

/** What is told one after the other; the first of them is on the screen. */
const notices: Notice[] = [];

/** Shows one toast at a time: the next when it is gone, or in its place where both are about the same thing. */
export function showToast(notice: Notice): void {
  const at = notices.findIndex(({ about }) => about !== undefined && about === notice.about);
  if (at < 0) {
    if (notices.push(notice) === 1) show(notice);
    return;
  }
  notices[at] = notice;
  if (at === 0) toast.update(ONLY, { ...optionsOf(notice), render: contentOf(notice) });
}

const ONLY = 'only';

/** Shown before the container is on the page, it waits for it. */
function show(notice: Notice): void {
  toast(contentOf(notice), {
    ...optionsOf(notice),
    toastId: ONLY,
    onClose: () => {
      notices.shift();
      // Its id is free once it is gone.
      setTimeout(() => notices[0] && show(notices[0]));
    },
  });
}

function optionsOf({ type = 'info', title, message }: Notice) {
  return { type, icon: ICONS[type], role: 'group', ariaLabel: `${title} ${message}` };
}

function contentOf({ title, message, action }: Notice) {
  return ({ closeToast }: { closeToast: () => void }) => (
    <div>
      <p className="toast-title">{title}</p>
      <p>{message}</p>
      {action && (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            action.onSelect();
            closeToast();
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  );
}

/** The toast at the top right. */
export function ToastView() {
  const box = useRef<HTMLDivElement>(null);
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
