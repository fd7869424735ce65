import { useMemo } from 'react';
import { EditingContext } from '../editing.ts';
import { Rail } from '../rail/rail.tsx';
import { ConditionTree } from '../tree/condition-tree.tsx';
import type { HeldReadings, Readings } from '../use-readings.ts';
import { readListed } from './read-listed.ts';
import { useChosen } from './use-chosen.ts';
import { useEditingOf } from './use-editing-of.ts';
import { useWorks } from './use-works.ts';
