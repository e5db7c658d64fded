import type { Chance } from '../chance.ts'
import type { Scene } from '../scene.ts'
import type { Work } from '../workload.ts'

export type Fault = {
  /** As the report prints it. */
  readonly name: string
  /** Its number in docs/reliability.md. */
  readonly id: string
  /** Injects it and waits until it is over; what it stopped is started by the caller. Returns how often it happened. */
  readonly inject: (scene: Scene, context: FaultContext) => Promise<number>
}

export type FaultContext = {
  readonly chance: Chance
  readonly work: Work
  /** The most that a temporary fault lasts. */
  readonly millisecondsMax: number
  /** Notes the seconds in which no transfer was acknowledged, for the report. */
  readonly noteOutage: (seconds: number) => void
}
