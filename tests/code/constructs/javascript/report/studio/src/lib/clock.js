export const later = async (action) => {
  await pause(0);
  return action();
};

export function every(ms, action) {
  const id = setInterval(() => tick(action), ms);
  return () => stop(id);
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function tick(action) {
  action(Date.now());
}

function stop(id) {
  clearInterval(id);
}

export function* countdown(from) {
  if (from > 0) {
    yield from;
    yield* countdown(from - 1);
  }
}
