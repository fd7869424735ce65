export declare const ROOT: string;
export declare const SERVER_BUILD: string;
export declare function arePackagesFresh(root?: string): boolean;
export declare function preparePackages(): void;
export declare function prepareBuild(): void;
export declare function prepareServer(): string;
