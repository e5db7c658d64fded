import { setTimeout as wait } from 'node:timers/promises'

/** Waits for something to come true; the test's own time limit ends a wait in vain. */
export async function waitUntil(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isTrue())) await wait(5)
}
