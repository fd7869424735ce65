import styles from './install.module.css';
import { texts } from './texts.ts';

/** Three small pictures for iPhones, which have no button for it: share, «На экран „Домой“», add. */
export function IosSteps() {
  const pictures = [<SharePicture key="share" />, <HomePicture key="home" />, <AddPicture key="add" />];
  return (
    <ol className={styles.steps}>
      {texts.iosSteps.map((step, index) => (
        <li key={step} className={styles.step}>
          {pictures[index]}
          <span>
            {index + 1}. {step}
          </span>
        </li>
      ))}
    </ol>
  );
}

const frame = { width: 72, height: 56, viewBox: '0 0 72 56', fill: 'none' } as const;
const line = {
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** The bar below the page with the square and the arrow. */
function SharePicture() {
  return (
    <svg aria-hidden="true" {...frame} className={styles.picture}>
      <rect x="1" y="1" width="70" height="54" rx="8" {...line} className={styles.faint} />
      <path d="M1 34h70M14 45h6M52 45h6" {...line} className={styles.faint} />
      <path d="M31 40h-3v11h16V40h-3M36 46V33m-4 4 4-4 4 4" {...line} className={styles.strong} />
    </svg>
  );
}

/** The row of the share sheet with the square and the plus. */
function HomePicture() {
  return (
    <svg aria-hidden="true" {...frame} className={styles.picture}>
      <path d="M8 10h40M8 46h32" {...line} className={styles.faint} />
      <rect x="1" y="18" width="70" height="20" rx="6" {...line} className={styles.strong} />
      <path d="M9 28h32" {...line} className={styles.strong} />
      <rect x="52" y="22" width="12" height="12" rx="3" {...line} className={styles.strong} />
      <path d="M58 25.5v5M55.5 28h5" {...line} className={styles.strong} />
    </svg>
  );
}

/** The sheet with the app's icon and the button at its upper right. */
function AddPicture() {
  return (
    <svg aria-hidden="true" {...frame} className={styles.picture}>
      <rect x="1" y="1" width="70" height="54" rx="8" {...line} className={styles.faint} />
      <rect x="9" y="26" width="18" height="18" rx="5" {...line} className={styles.faint} />
      <path d="M34 32h28M34 39h18M9 11h12" {...line} className={styles.faint} />
      <rect x="44" y="5" width="22" height="12" rx="6" className={styles.filled} />
      <path d="M49 11h12" {...line} className={styles.onFilled} />
    </svg>
  );
}
