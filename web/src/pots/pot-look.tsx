import { Bike, House, type LucideIcon, PiggyBank, Plane, Umbrella } from 'lucide-react'

type Look = { readonly icon: LucideIcon /** The class of the colour. */; readonly colour: string }

/** The symbol of a pot, after what its name says that it is for, and its colour. They tell pots apart and mean nothing else. */
export function potLook({ name, id = '' }: { name: string; id?: string }): Look {
  const known = looks.find(({ words }) => words.test(name))
  // The colour of any other stays as long as the pot.
  return (
    known ?? { icon: PiggyBank, colour: looks[id.charCodeAt(id.length - 1) % looks.length]?.colour ?? '' }
  )
}

const looks: readonly (Look & { words: RegExp })[] = [
  { words: /holiday|trip|travel|vacation|flight/i, icon: Plane, colour: 'text-primary' },
  { words: /emergenc|rain|safety/i, icon: Umbrella, colour: 'text-pot-violet' },
  { words: /bike|bicycle|cycling/i, icon: Bike, colour: 'text-pot-leaf' },
  { words: /house|home|flat|rent|kitchen/i, icon: House, colour: 'text-pot-amber' },
]
