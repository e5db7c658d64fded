import type { Chance } from '../chance.ts'
import type { Scene } from '../scene.ts'
import type { Work } from '../workload.ts'

/** Something that goes wrong on purpose. */
export type FaultAct = {
  /** How the report counts it. */
  readonly name: string
  /** The number that docs/reliability.md knows it by. */
  readonly id: string
  /**
   * Makes it go wrong, and ends when the trouble itself has ended; the caller starts again what has to be started. Gives
   * how often it happened.
   */
  readonly act: (scene: Scene, context: FaultContext) => Promise<number>
}

export type FaultContext = {
  readonly chance: Chance
  readonly work: Work
  /** How many milliseconds a trouble may last. */
  readonly longest: number
}
