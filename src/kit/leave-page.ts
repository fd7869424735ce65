let isLeaving = false;

/** Another page is about to be loaded: from now on nothing may be done to the history, which would stop that. */
export function noteLeavingPage(): void {
  isLeaving = true;
}

export function isLeavingPage(): boolean {
  return isLeaving;
}
