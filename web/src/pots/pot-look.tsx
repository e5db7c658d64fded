import { Bike, Gift, House, type LucideIcon, PiggyBank, Plane, Umbrella } from 'lucide-react'

/** The symbol of a pot, after what its name says that it is for. */
export function PotSymbol({ name, className }: { name: string; className: string }) {
  const Icon = symbols.find(({ words }) => words.test(name))?.symbol ?? PiggyBank
  return <Icon aria-hidden className={className} />
}

const symbols: readonly { words: RegExp; symbol: LucideIcon }[] = [
  { words: /holiday|trip|travel|vacation|flight/i, symbol: Plane },
  { words: /emergenc|rain|safety/i, symbol: Umbrella },
  { words: /bike|bicycle|cycling/i, symbol: Bike },
  { words: /house|home|flat|rent|kitchen/i, symbol: House },
  { words: /gift|present|birthday|wedding|christmas/i, symbol: Gift },
]

/** The class of the colour of a pot, which stays as long as the pot. It tells pots apart and means nothing. */
export function potColour(id: string): string {
  return colours[id.charCodeAt(id.length - 1) % colours.length]!
}

const colours = ['text-primary', 'text-pot-leaf', 'text-pot-amber', 'text-pot-rose', 'text-pot-violet']
