export declare const bodyTimeoutMs: number;
