/** Whether a process with this id runs; a zombie does not count. */
export function isAlive(pid: number): boolean;
