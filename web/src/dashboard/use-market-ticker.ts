import { useEffect, useState } from 'react'
import { useOnline } from '../ui/online.ts'
import { giveRoom, hasRoom, prefersStillness, rememberedTicker, rememberTicker } from './ticker-room.ts'

/** Where the provider's widget lives. The Content-Security-Policy allows requests to this path and to no other. */
export const tickerAddress = 'https://www.tradingview-widget.com/embed-widget/ticker-tape/?locale=en'

/** How long the provider may take to answer. A slower one would bring its prices too late to be looked at. */
const answerMilliseconds = 5_000

export type MarketTickerState = ReturnType<typeof useMarketTicker>

/**
 * The ticker's state on one dashboard. It is shown only after the provider has answered a small request, so that nothing of
 * it stands on the page where the provider cannot be reached. Its row is there from the first paint on, or not at all:
 *
 * - The provider answered at the last visit: the row is reserved. If it does not answer now, the row stays empty, because
 *   taking it away would move what is being read, and is gone at the next visit.
 * - It answers for the first time: the ticker is shown at the end of the page for this visit, because a row that appears
 *   later would push the balance down. From the next visit on it has its row.
 * - Where the ticker was hidden, or never starts by itself, a button at the end of the page shows it.
 */
export function useMarketTicker() {
  const [isReached, setReached] = useState(false)
  const [place, setPlace] = useState<'row' | 'end' | null>(null)
  const [isChosen, setChosen] = useState(false)
  const isOnline = useOnline()
  useEffect(() => {
    if (!isOnline) return
    return whenIdle(async (signal) => {
      const answers = await providerAnswers()
      if (signal.aborted) return
      const remembered = rememberedTicker()
      if (remembered !== 'hidden') rememberTicker(answers ? 'shown' : null)
      if (!answers) return
      setReached(true)
      if (hasRoom()) setPlace('row')
      else if (remembered === null && !prefersStillness()) setPlace('end')
    })
  }, [isOnline])

  function choose(shows: boolean) {
    giveRoom(shows)
    rememberTicker(shows ? 'shown' : 'hidden')
    setPlace(shows ? 'row' : null)
    setChosen(true)
  }
  return {
    /** Where the ticker is on the page; null while it is not shown. */
    place: isOnline ? place : null,
    canBeShown: isReached && place === null && isOnline,
    /** The customer has just shown or hidden it: the button that was pressed is gone, and the focus goes on. */
    isChosen,
    show: () => choose(true),
    hide: () => choose(false),
  }
}

/**
 * Whether the provider answers at all: what it answers cannot be read from here. It learns the network address, and
 * neither a cookie nor the page it is asked from.
 */
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

/** Does it once the bank's own page is there and the browser is idle. Gives what ends it. */
function whenIdle(work: (signal: AbortSignal) => void): () => void {
  const ending = new AbortController()
  const begin = () => work(ending.signal)
  // Safari has no idle callback; a second after the figures is late enough.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(begin, 1_000)
    ending.signal.addEventListener('abort', () => clearTimeout(timer))
  } else {
    const asked = requestIdleCallback(begin, { timeout: 5_000 })
    ending.signal.addEventListener('abort', () => cancelIdleCallback(asked))
  }
  return () => ending.abort()
}
