/** Ends every process group that was started by `run` and is still there. */
export function stopAll(): void;
