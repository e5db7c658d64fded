import type { Chance } from '../chance.ts'
import type { Scene } from '../scene.ts'
import type { Work } from '../workload.ts'

export type Fault = {
  /** As the report prints it. */
  readonly name: string
  /** Its number in docs/reliability.md. */
  readonly id: string
  /** Injects it and waits until it is over; the caller mends the wire and starts what it stopped. Returns how often it happened, if not once. */
  readonly inject: (scene: Scene, context: FaultContext) => Promise<number | undefined>
}

export type FaultContext = {
  readonly chance: Chance
  readonly work: Work
  /** The most that a temporary fault lasts. */
  readonly millisecondsMax: number
  /** Notes the seconds in which no transfer was acknowledged, for the report. */
  readonly noteOutage: (seconds: number) => void
}
