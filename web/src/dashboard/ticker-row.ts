/** `shown` where the provider answered at the last visit, `hidden` where the customer has hidden the ticker. */
const tickerKey = 'ticker'

type TickerChoice = 'shown' | 'hidden'

/** The choice this browser has stored. */
export function storedChoice(): TickerChoice | null {
  try {
    return localStorage.getItem(tickerKey) as TickerChoice | null
  } catch {
    return null
  }
}

/** Stores the choice for the next visit; null removes it. */
export function storeChoice(choice: TickerChoice | null): void {
  try {
    if (choice === null) localStorage.removeItem(tickerKey)
    else localStorage.setItem(tickerKey, choice)
  } catch {
    // A browser that refuses storage shows the ticker on request only.
  }
}

/**
 * Whether the page shows the ticker's row. The class is on the document, not in the markup, because the server that renders the
 * dashboard does not know the stored choice: the script in the page's head sets it before the first paint, by the rule of
 * `showsRowAtFirst`.
 */
export function hasRow(): boolean {
  return document.documentElement.classList.contains('ticker')
}

/** Shows or removes the ticker's row. */
export function setRow(isShown: boolean): void {
  document.documentElement.classList.toggle('ticker', isShown)
}

/** Whether a dashboard that is opened now has the row from its first paint on. */
export function showsRowAtFirst(): boolean {
  return storedChoice() === 'shown' && !avoidsMotion()
}

/** True when the browser asks for reduced motion or little data: then the ticker never starts by itself. */
export function avoidsMotion(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData === true
}
