import type { PeriodQuery } from '@bank/contract/statement-period'
import type { StatementView } from '@bank/contract/statement-view'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { linesPrinted, statementQuery } from './statements.ts'

/**
 * Prints a statement with all its lines, not only the page of them that is shown. `whole` is that statement while it is
 * being printed. One that is too long for a printer is printed as it is shown.
 */
export function usePrinting(period: PeriodQuery, shown: StatementView | undefined) {
  const [isWanted, setIsWanted] = useState(false)
  const { data, isPlaceholderData } = useQuery({
    ...statementQuery(period, undefined, linesPrinted),
    enabled: isWanted,
  })
  const whole = isWanted && !isPlaceholderData ? data : undefined

  useEffect(() => {
    if (!whole) return
    window.print()
    setIsWanted(false)
  }, [whole])

  return {
    whole,
    start: () => {
      const isWhole = shown?.lines.length === shown?.total
      if (isWhole || (shown?.total ?? 0) > linesPrinted) window.print()
      else setIsWanted(true)
    },
  }
}
