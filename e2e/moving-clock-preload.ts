// For `node --import`: with each SIGALRM three days pass for the bank.
const { now } = Date
let daysPassed = 0
process.on('SIGALRM', () => {
  daysPassed += 3
})
Date.now = () => now() + daysPassed * 86_400_000
