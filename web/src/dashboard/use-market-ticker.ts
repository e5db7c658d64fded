import { useEffect, useState } from 'react'
import { useOnline } from '../ui/online.ts'
import { avoidsMotion, hasRow, setRow, storeChoice, storedChoice } from './ticker-row.ts'

/** The URL of the provider's widget. The Content-Security-Policy allows requests to this path and to no other. */
export const tickerAddress = 'https://www.tradingview-widget.com/embed-widget/ticker-tape/?locale=en'

// Prices that come later are of no use: the customer has moved on.
const answerMilliseconds = 5_000

export type MarketTickerState = ReturnType<typeof useMarketTicker>

/**
 * The ticker's state on one dashboard. It is shown only after the provider has answered a small request, so that a page without a
 * connection to the provider has none of it. Its row is there from the first paint on, or not at all:
 *
 * - If the provider answered at the last visit, the row is reserved. Without an answer now it says so, and offline it is blank:
 *   removing it would move the page. The customer can remove it, and after a visit without an answer it is gone.
 * - If the provider answers for the first time, the ticker is at the end of the page, because a row that appears later would move
 *   the balance. From the next visit on it has its row.
 * - If the ticker was hidden, or never starts by itself, a button at the end of the page shows it.
 */
export function useMarketTicker() {
  const [isReached, setReached] = useState<boolean>()
  const [place, setPlace] = useState<'row' | 'end' | null>(null)
  const [isChosen, setChosen] = useState(false)
  const isOnline = useOnline()
  useEffect(() => {
    if (!isOnline) return
    return whenIdle(async (signal) => {
      const answers = await providerAnswers()
      if (signal.aborted) return
      const stored = storedChoice()
      if (stored !== 'hidden') storeChoice(answers ? 'shown' : null)
      setReached(answers)
      if (!answers) return
      if (hasRow()) setPlace('row')
      else if (stored === null && !avoidsMotion()) setPlace('end')
    })
  }, [isOnline])

  function choose(shows: boolean) {
    setRow(shows)
    storeChoice(shows ? 'shown' : 'hidden')
    setPlace(shows ? 'row' : null)
    setChosen(true)
  }
  return {
    /** Where the ticker is on the page; null while it is not shown. */
    place: isOnline ? place : null,
    /** The row is on the page, and the provider's prices are not. */
    isMissing: !isOnline || isReached === false,
    /** While offline the row stays blank: another notice says so. */
    isOnline,
    canBeShown: isReached === true && place === null && isOnline,
    /** The customer has just shown or hidden it: the button that was pressed is gone, and the focus goes on. */
    isChosen,
    show: () => choose(true),
    hide: () => choose(false),
  }
}

/** Whether the provider answers; the answer itself cannot be read. It gets the IP address, but neither a cookie nor the page. */
async function providerAnswers(): Promise<boolean> {
  try {
    await fetch(tickerAddress, {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(answerMilliseconds),
    })
    return true
  } catch {
    return false
  }
}

/** Calls `work` once the browser is idle. Returns a function that cancels it. */
function whenIdle(work: (signal: AbortSignal) => void): () => void {
  const ending = new AbortController()
  const begin = () => work(ending.signal)
  // Safari has no idle callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(begin, 1_000)
    ending.signal.addEventListener('abort', () => clearTimeout(timer))
  } else {
    const callback = requestIdleCallback(begin, { timeout: 5_000 })
    ending.signal.addEventListener('abort', () => cancelIdleCallback(callback))
  }
  return () => ending.abort()
}
