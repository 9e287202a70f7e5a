import Storage

struct Photo {
    let title: String
    let pixels: [UInt8]

    static func blank(_ title: String) -> Photo {
        return Photo(title: title, pixels: [])
    }

    func isValid() -> Bool {
        return size() > 0
    }

    func size() -> Int {
        return pixels.count
    }
}

extension Photo {
    func encode() -> [UInt8] {
        return Array(title.utf8) + pixels
    }

    func cropped(to size: Int) -> Photo {
        return Photo(title: title, pixels: Array(pixels.prefix(size)))
    }
}

func demo() {
    let disk = MemoryStore()
    let trip = SharedAlbum(name: "Trip", store: disk)
    let sunset = Photo(title: "Sunset", pixels: [1, 2, 3])
    trip.add(sunset)
    trip.add(Photo.blank("Fog"))
    if trip.has(sunset), let best = trip.largest() {
        disk.remove(trip.key(for: best.cropped(to: 2)))
    }
}
