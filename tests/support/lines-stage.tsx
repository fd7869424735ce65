import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { StockLine } from '#contract/warehouse.ts';
import { LinesTable } from '#features/warehouse/edit/lines/lines-table.tsx';
import { type Lines, useLines } from '#features/warehouse/edit/lines/use-lines.ts';

/** The table of lines in a form, as wide as a test wants it. */
export type LinesStage = {
  show: (stored: readonly StockLine[], readOnly?: boolean) => void;
  /** What the form around the table does with the lines. */
  lines: () => Lines;
  setPhone: () => void;
  submit: ReturnType<typeof vi.fn>;
};

/** Puts the table up and takes it down again around each test of a file. */
export function stageLines(): LinesStage {
  let isPhone = false;
  let lines: Lines | null = null;
  const submit = vi.fn();
  const keep = (now: Lines) => {
    lines = now;
  };
  beforeEach(() => {
    isPhone = false;
    submit.mockReset();
    layOut();
    vi.spyOn(window, 'matchMedia').mockImplementation(query =>
      Object.assign(new EventTarget() as MediaQueryList, { matches: isPhone, media: query }),
    );
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });
  return {
    submit,
    setPhone: () => {
      isPhone = true;
    },
    show: (stored, readOnly = false) => {
      render(
        <StrictMode>
          <Shown {...{ stored, readOnly, submit }} onLines={keep} />
        </StrictMode>,
      );
    },
    lines() {
      if (!lines) throw new Error('Nothing is shown yet');
      return lines;
    },
  };
}

type ShownProps = {
  stored: readonly StockLine[];
  readOnly: boolean;
  submit: () => void;
  onLines: (lines: Lines) => void;
};

function Shown({ stored, readOnly, submit, onLines }: ShownProps) {
  const lines = useLines(stored);
  onLines(lines);
  return (
    <form onSubmit={submit}>
      <LinesTable lines={lines} readOnly={readOnly} />
      {!readOnly && <button type="submit">Сохранить</button>}
    </form>
  );
}

/** The emulated document has no sizes. */
function layOut(): void {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    if (!this.matches('[data-line]')) return 600;
    return this.tagName === 'TR' ? 48 : 360;
  });
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
}

/** A field of a line, e.g. «Количество, строка 2». */
export function fieldNamed(name: string): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>('textbox', { name });
}

export function buttonNamed(name: string): HTMLElement {
  return screen.getByRole('button', { name });
}

export async function press(name: string): Promise<void> {
  await userEvent.click(buttonNamed(name));
}

/** The name of what has the focus. */
export function focused(): string | null | undefined {
  return document.activeElement?.getAttribute('aria-label');
}
