import { useState } from 'react';
import { SelectField } from '#ui/form/select-field.tsx';
import { chooseTheme, readTheme, type Theme } from './theme.ts';

const texts = {
  theme: 'Тема',
  themeSystem: 'Как в системе',
  themeLight: 'Светлая',
  themeDark: 'Темная',
} as const;

const OPTIONS: readonly { id: Theme; name: string }[] = [
  { id: 'system', name: texts.themeSystem },
  { id: 'light', name: texts.themeLight },
  { id: 'dark', name: texts.themeDark },
];

export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  const handleChange = (id: string) => {
    const chosen = OPTIONS.find(option => option.id === id)?.id ?? 'system';
    chooseTheme(chosen);
    setTheme(chosen);
  };
  return (
    <SelectField
      label={texts.theme}
      options={OPTIONS}
      placeholder={null}
      value={theme}
      onChange={event => handleChange(event.target.value)}
    />
  );
}
