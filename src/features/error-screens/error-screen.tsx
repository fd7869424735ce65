import { useContext } from 'react';
import { paths } from '#domain/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import type { Elements } from '#ui/elements.ts';
import { PageTitle, PageTitleSlot } from '#ui/page-title.tsx';
import styles from './error-screen.module.css';

/** 403 and 404 help with the same words. */
const HELP = 'Такой страницы нет или она вам не открыта. Проверьте адрес или вернитесь кнопкой ниже.';

type ErrorScreenProps = {
  title: string;
  /** Why, where it is known. */
  children?: Elements;
  back: { to: string; label: string };
};

/** Nothing is here for this user: the help, the reason, and one way back. */
export function ErrorScreen({ title, children, back }: ErrorScreenProps) {
  // The shell has its own main around its screens.
  const Page = useContext(PageTitleSlot) ? 'div' : 'main';
  return (
    <Page className={styles.page}>
      <PageTitle>{title}</PageTitle>
      <p>{HELP}</p>
      {children}
      <LinkButton kind="primary" to={back.to}>
        {back.label}
      </LinkButton>
    </Page>
  );
}

export const HOME: ErrorScreenProps['back'] = { to: paths.root, label: 'На главную' };

export function NotFoundScreen() {
  return <ErrorScreen title="Page Not Found" back={HOME} />;
}
