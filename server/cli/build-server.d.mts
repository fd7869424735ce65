export declare function buildServer(folder: string): Promise<void>;
export declare function removeBuilt(folder: string): void;
