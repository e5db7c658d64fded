import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Screen } from '../states/screen.ts'

export type Wishes = {
  /** Parts of screens' names; empty for every screen. */
  readonly only: readonly string[]
  /** The folder the gallery is written to. */
  readonly into: string
  /** A folder with an earlier gallery, shown beside this one; undefined for none. */
  readonly against: string | undefined
  /** Draw the README's pictures instead. */
  readonly readme: boolean
}

/** Reads the command's arguments. Throws an Error that says what is allowed. */
export function readWishes(given: readonly string[]): Wishes {
  try {
    const { values } = parseArgs({
      args: [...given],
      options: {
        only: { type: 'string', multiple: true, default: [] },
        into: { type: 'string', default: join(import.meta.dirname, '../../..', 'gallery') },
        against: { type: 'string' },
        readme: { type: 'boolean', default: false },
      },
    })
    return { only: values.only, into: values.into, against: values.against, readme: values.readme }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${usage}`, { cause: error })
  }
}

/** The screens whose name holds one of the words. Throws an Error with all names when there are none. */
export function wanted(screens: readonly Screen[], only: readonly string[]): readonly Screen[] {
  const chosen = screens.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)))
  if (chosen.length > 0) return chosen
  throw new Error(
    `No screen is called ${only.join(' or ')}. There are: ${screens.map(({ name }) => name).join(', ')}`,
  )
}

const usage = 'npm run gallery -- [--only SCREEN]... [--into FOLDER] [--against FOLDER] [--readme]'
