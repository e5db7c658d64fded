/** `shown` where the provider answered at the last visit, `hidden` where the customer has hidden the ticker. */
const tickerKey = 'ticker'

type Remembered = 'shown' | 'hidden'

/** What this browser remembers of the ticker. */
export function rememberedTicker(): Remembered | null {
  try {
    return localStorage.getItem(tickerKey) as Remembered | null
  } catch {
    return null
  }
}

/** Remembers it for the next visit, or forgets it. */
export function rememberTicker(what: Remembered | null): void {
  try {
    if (what === null) localStorage.removeItem(tickerKey)
    else localStorage.setItem(tickerKey, what)
  } catch {
    // A browser that keeps nothing shows the ticker on request only.
  }
}

/**
 * Whether the page has the ticker's row. The class stands on the document, and not in the markup, because the server that
 * renders the dashboard does not know what this browser remembers: the script in the page's head sets it before the first
 * paint, by the rule of `roomIsDue`.
 */
export function hasRoom(): boolean {
  return document.documentElement.classList.contains('ticker')
}

/** Gives the ticker its row, or takes it away. */
export function giveRoom(isGiven: boolean): void {
  document.documentElement.classList.toggle('ticker', isGiven)
}

/** Whether a dashboard that is opened now has the row from its first paint on. */
export function roomIsDue(): boolean {
  return rememberedTicker() === 'shown' && !prefersStillness()
}

/** True for a customer who asked the browser for no motion or little data: for them the ticker never starts by itself. */
export function prefersStillness(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData === true
}
