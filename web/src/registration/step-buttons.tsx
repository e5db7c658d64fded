import { clsx } from 'clsx'
import { Button } from '../ui/button.tsx'
import { stepCount } from './registration-fields.ts'
import type { RegistrationSteps } from './registration-steps.ts'

/** How far the registration is on a small screen: "Step 1 of 3". */
export function StepProgress({ step }: Pick<RegistrationSteps, 'step'>) {
  return (
    <div className="hidden gap-2 in-steps:grid">
      <p role="status" className="text-label">
        Step {step} of {stepCount}
      </p>
      <div aria-hidden className="grid grid-cols-3 gap-2">
        {[1, 2, 3].map((each) => (
          <span key={each} className={clsx('h-1 rounded-full', each <= step ? 'bg-primary' : 'bg-hover')} />
        ))}
      </div>
    </div>
  )
}

/** The ways between the steps of the registration on a small screen. */
export function StepButtons({ step, next, back }: Pick<RegistrationSteps, 'step' | 'next' | 'back'>) {
  return (
    <div className="hidden gap-3 in-steps:flex">
      {step > 1 && (
        <Button look="secondary" onClick={back} className="grow">
          Back
        </Button>
      )}
      {step < stepCount && (
        <Button onClick={next} className="grow">
          Continue
        </Button>
      )}
    </div>
  )
}
