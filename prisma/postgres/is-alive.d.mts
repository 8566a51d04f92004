/** Whether a process of that id runs; a zombie does not. */
export function isAlive(pid: number): boolean;
