import { setTimeout as wait } from 'node:timers/promises'

/** Waits until a condition is true; the test's timeout limits the wait. */
export async function waitUntil(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isTrue())) await wait(5)
}
