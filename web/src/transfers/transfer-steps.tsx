import { Stepper } from '../ui/stepper.tsx'

const steps = ['Details', 'Review', 'Receipt'] as const

/** How far a transfer has come. */
export function TransferSteps({ current }: { current: (typeof steps)[number] }) {
  return <Stepper label="Steps of a transfer" steps={steps} current={steps.indexOf(current)} />
}
