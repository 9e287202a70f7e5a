import { useEffect, useState } from "react";

const cache = new Map();

async function fetchImages(album) {
  const response = await fetch(`/albums/${album}`);
  return response.json();
}

export default function useImages(album) {
  const [images, setImages] = useState([]);

  useEffect(() => {
    if (cache.has(album)) {
      setImages(cache.get(album));
    } else {
      fetchImages(album).then(setImages);
    }
  }, [album]);

  return images;
}

export function has(album) {
  return cache.has(album);
}
