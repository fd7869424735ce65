import type { RenderResult } from '@testing-library/react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { ContactsScreen } from '#features/contact-page/contacts-screen.tsx';
import type { Device } from '#state/device-context.ts';
import { Toasts } from '#ui/toast.tsx';
import { openScreen } from './screen.tsx';

/** Opens the book, or with `card/7` behind it a contact, as the routes table has them; the button «back» goes back. */
export function openBook(device: Device, rest = ''): RenderResult {
  const screen = (
    <>
      <Routes>
        <Route path="/" element={<ContactsScreen />} />
        <Route path="card/:id" element={<ContactsScreen />} />
      </Routes>
      <Back />
      <Toasts />
    </>
  );
  return openScreen(device, screen, `/promo/contacts${rest}`, '/promo/contacts/*');
}

function Back() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => navigate(-1)}>
      back
    </button>
  );
}
