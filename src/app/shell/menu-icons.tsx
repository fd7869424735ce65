import type { ReactNode } from 'react';
import { BriefcaseBusiness, ClipboardList, ListTodo, Phone, Settings, User, Users } from '#ui/icons.ts';
import type { IconName } from './menu.ts';

export const menuIcons: Readonly<Record<IconName, ReactNode>> = {
  promoters: <BriefcaseBusiness />,
  workplace: <BriefcaseBusiness />,
  management: <Settings />,
  users: <Users />,
  contacts: <Phone />,
  orders: <ClipboardList />,
  outbox: <ListTodo />,
};

export const personIcon = <User />;
