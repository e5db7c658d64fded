import { useEffect } from 'react'
import { Stepper } from '../ui/stepper.tsx'

const steps = ['Details', 'Review', 'Receipt'] as const

/** The steps of a transfer. A step forward scrolls to the top; a step back is left to the browser. */
export function TransferSteps({ current }: { current: (typeof steps)[number] }) {
  useEffect(() => {
    if (current !== 'Details') window.scrollTo({ top: 0, behavior: 'instant' })
  }, [current])
  return <Stepper label="Steps of a transfer" steps={steps} current={steps.indexOf(current)} />
}
