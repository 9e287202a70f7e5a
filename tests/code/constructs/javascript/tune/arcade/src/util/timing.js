export function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export async function retry(action, times) {
  try {
    return await action();
  } catch (error) {
    if (times <= 1) throw error;
    await wait(50);
    return retry(action, times - 1);
  }
}

export function debounce(action) {
  let timer = null;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => flush(action), 10);
  };
}

function flush(action) {
  action();
}
