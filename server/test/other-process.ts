import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestBank } from './bank.ts'
import type { ParentMessage } from './bank-process.ts'

/** A separate process with a bank on the database of a test bank, under its clock. */
export type OtherProcess = {
  readonly child: ChildProcess
  readonly address: string
  /** Sets its clock to the test bank's. */
  readonly tellTime: () => void
  readonly close: () => Promise<void>
}

/** `databaseAddress` is the test bank's by default. */
export async function openOtherProcess(
  { bank: { config }, programAddress, clock }: TestBank,
  databaseAddress = programAddress,
): Promise<OtherProcess> {
  // Bigints cannot be sent as JSON.
  const child = fork(join(import.meta.dirname, 'bank-process.ts'), { serialization: 'advanced' })
  const now = () => clock.now().getTime()
  const opening = once(child, 'message')
  child.send({ opening: { databaseAddress, config }, now: now() } satisfies ParentMessage)
  const [address] = await opening
  return {
    child,
    address,
    tellTime: () => void child.send({ now: now() } satisfies ParentMessage),
    close: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
