export declare function isHangUpIgnored(pid: number): boolean;
