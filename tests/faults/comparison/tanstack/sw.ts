import { keepShell } from '../shell.ts';

keepShell();
