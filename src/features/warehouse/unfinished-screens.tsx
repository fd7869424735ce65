import { Link } from 'react-router-dom';
import { listReceipts } from '#contract/warehouse.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { Wrench } from '#ui/icons-of-screens.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { ToForbidden } from '#ui/to-forbidden.tsx';
import { type Section, Sections } from './sections.tsx';
import { texts } from './texts.ts';
import styles from './unfinished-screens.module.css';

/** Where stock will be moved from one warehouse to another; nothing of it is there yet. */
export function StockMovesScreen() {
  return (
    <Unfinished section="move" title={texts.moves}>
      {texts.movesToCome}
    </Unfinished>
  );
}

/** Where stock will be counted; nothing of it is there yet. */
export function InventoriesScreen() {
  return (
    <Unfinished section="inventory" title={texts.inventories}>
      {texts.inventoriesToCome}
    </Unfinished>
  );
}

type UnfinishedProps = { section: Section; title: string; children: string };

/** Says what will be here and what is there instead, and shows no rows that nobody has written. */
function Unfinished({ section, title, children: what }: UnfinishedProps) {
  // This screen shows nothing of the server's, but all that it links to is refused to whom this call is.
  const { problem } = useRemote(listReceipts, { page: 1 });
  if (problem?.status === 403) return <ToForbidden status={403} />;
  return (
    <div className={styles.screen}>
      <PageTitle>{title}</PageTitle>
      <Sections current={section} />
      <section className={styles.notice} aria-label={texts.inDevelopment}>
        <p className={styles.ribbon}>
          <Wrench size={20} />
          <span>{texts.inDevelopment}</span>
        </p>
        <p className={styles.text}>
          <span>{`${what}, ${texts.meanwhile} `}</span>
          <Link to={pathTo(paths.receipts, { page: 1 })}>{texts.receipts.toLowerCase()}</Link>
          <span>{` ${texts.and} `}</span>
          <Link to={pathTo(paths.writeOffs, { page: 1 })}>{texts.writeOffs.toLowerCase()}</Link>
          <span>.</span>
        </p>
      </section>
    </div>
  );
}
