import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { KeyRound } from '#ui/icons.ts';
import { PageTitle } from '#ui/page-title.tsx';
import styles from './dead-ends.module.css';

const HELP = 'Такой страницы нет или она вам не открыта. Проверьте адрес или вернитесь на главную.';

/** Passed in history state by whoever leads here. */
export type ForbiddenState = { missing: readonly string[] };

/** 403. Names the permission that was missing, if the one who led here knows it. */
export function ForbiddenScreen() {
  // History state is untyped: anything but a list of words is ignored.
  const state = useLocation().state as Partial<ForbiddenState> | null;
  const missing = Array.isArray(state?.missing) ? state.missing.filter(name => typeof name === 'string') : [];
  return (
    <DeadEnd title="Forbidden">
      {missing.length > 0 && (
        <p className={styles.missing}>
          Нет права:
          {missing.map(name => (
            <Chip key={name} tone="err" icon={<KeyRound size={16} />}>
              {name}
            </Chip>
          ))}
        </p>
      )}
    </DeadEnd>
  );
}

/** 404. */
export function NotFoundScreen() {
  return <DeadEnd title="Page Not Found" />;
}

function DeadEnd({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <main className={styles.page}>
      <PageTitle>{title}</PageTitle>
      <p>{HELP}</p>
      {children}
      <LinkButton kind="primary" to={paths.root}>
        На главную
      </LinkButton>
    </main>
  );
}
