/**
 * What a good team writes for the same work with well-known libraries, to be measured beside the app: every contact in
 * one query that TanStack Query keeps on the device, Mantine's components, a virtual list, a form on a route of its own,
 * a worker that keeps the files. It has no sign-in, no outbox and no permissions.
 */
import { Anchor, AppShell, Group, Loader, MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister';
import { QueryClient } from '@tanstack/react-query';
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client';
import { del, get, set } from 'idb-keyval';
import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { ContactsPage } from './contacts-page.tsx';

const DAY_MS = 24 * 60 * 60 * 1_000;

const ContactPage = lazy(() =>
  import('./contact-page.tsx').then(module => ({ default: module.ContactPage })),
);
const OrderPage = lazy(() => import('./order-page.tsx').then(module => ({ default: module.OrderPage })));

const client = new QueryClient({ defaultOptions: { queries: { gcTime: DAY_MS, staleTime: 60_000 } } });

const persister = createAsyncStoragePersister({ storage: { getItem: get, setItem: set, removeItem: del } });

createRoot(document.querySelector('#root') ?? document.body).render(
  <MantineProvider>
    <PersistQueryClientProvider client={client} persistOptions={{ persister, maxAge: DAY_MS }}>
      <BrowserRouter basename={import.meta.env.BASE_URL}>
        <AppShell header={{ height: 56 }} padding="md">
          <AppShell.Header>
            <Group h="100%" px="md">
              <Anchor component={Link} to="/">
                Телефоны
              </Anchor>
              <Anchor component={Link} to="/order">
                Заявка
              </Anchor>
            </Group>
          </AppShell.Header>
          <AppShell.Main>
            <Suspense fallback={<Loader />}>
              <Routes>
                <Route path="/" element={<ContactsPage />} />
                <Route path="/contact/:id" element={<ContactPage />} />
                <Route path="/order" element={<OrderPage />} />
              </Routes>
            </Suspense>
          </AppShell.Main>
        </AppShell>
      </BrowserRouter>
    </PersistQueryClientProvider>
  </MantineProvider>,
);

// Once the page is there: what it keeps must not be in its way.
addEventListener('load', () => void navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`));
