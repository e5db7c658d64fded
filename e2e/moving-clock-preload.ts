// For `node --import`: with each SIGALRM so many days pass for the bank.
const days = Number(process.env.CLOCK)
const { now } = Date
let daysPassed = 0
process.on('SIGALRM', () => {
  daysPassed += days
})
Date.now = () => now() + daysPassed * 86_400_000
