export declare const longestArrival: number;
